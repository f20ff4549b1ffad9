/** One past event in the format of `POST /api/v1/websites/:id/import`. */
export interface ImportLine {
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly type: 'pageview' | 'exit' | 'custom';
  readonly url: string;
  readonly visitor: string;
  readonly referrer?: string;
  readonly country: string;
  readonly city: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly language: string;
  /** Where an exit leads. */
  readonly link?: string;
  /** Of a custom event. */
  readonly name?: string;
  readonly props?: Readonly<Record<string, string>>;
}
