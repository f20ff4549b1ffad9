import { text, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const list = (name: string) => text(name).array().$type<readonly string[]>().notNull().default([]);
