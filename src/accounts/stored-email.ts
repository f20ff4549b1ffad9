/** An e-mail address, as somebody typed it, in the spelling it is stored in. PostgreSQL refuses NUL, which no stored one has. */
export const storedEmail = (email: string): string => email.trim().toLowerCase().replaceAll('\0', ' ');
