import createFetchClient, { type Client } from 'openapi-fetch';
import type { Row, Totals } from './rows.js';
import type { components, paths } from './schema.js';

export type { DimensionValue, Row, Totals } from './rows.js';
export type { components, paths } from './schema.js';

export interface FootfallOptions {
  /** Origin of the service, such as `https://stats.example.com`. */
  readonly url: string;
  /** An API key; the scope `read` is enough for queries. */
  readonly key: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What `filters`, steps of funnels and goals are made of: conditions, `and`, `or`, `not`, `hasDone`, segments and goals. */
export type Filter = components['schemas']['Filter'];

/** A metric, `sum:NAME` or `avg:NAME` of a numeric property, or `revenue:EUR`. */
export type MetricName = components['schemas']['MetricName'];

/** A dimension, or `property:NAME`. */
export type DimensionName = components['schemas']['DimensionName'];

type QueryBody = NonNullable<paths['/websites/{id}/query']['post']['requestBody']>['content']['application/json'];

/** The body of `POST /websites/{id}/query`. */
export type Query<Metric extends MetricName, Dimension extends DimensionName> = Omit<
  QueryBody,
  'metrics' | 'dimensions'
> & {
  readonly metrics?: readonly Metric[];
  readonly dimensions?: readonly Dimension[];
};

export interface Page<Metric extends MetricName, Dimension extends DimensionName> {
  readonly rows: readonly Row<Metric, Dimension>[];
  readonly totals?: Totals<Metric>;
  readonly totalRows?: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The query as it was understood. */
  readonly query: unknown;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** Why there is no answer. `status` is 0 when the service was not reached. */
export interface Failure extends Pick<components['schemas']['Failure']['meta'], 'errors' | 'problems'> {
  readonly status: number;
}

/** Either the data or the error; nothing is thrown. */
export type Outcome<Data> =
  | { readonly data: Data; readonly warnings: readonly Warning[]; readonly error?: undefined }
  | { readonly error: Failure; readonly data?: undefined; readonly warnings?: undefined };

export interface Footfall {
  /** Every route of the API, typed by its OpenAPI document. It throws when the service is not reached. */
  readonly api: Client<paths>;
  /** One page of a query. `visitors` is the default metric. */
  query<const Metric extends MetricName = 'visitors', const Dimension extends DimensionName = never>(
    websiteId: string,
    query: Query<Metric, Dimension>,
  ): Promise<Outcome<Page<Metric, Dimension>>>;
  /** All pages of a query, one after another. An error is the last one. */
  pages<const Metric extends MetricName = 'visitors', const Dimension extends DimensionName = never>(
    websiteId: string,
    query: Query<Metric, Dimension>,
  ): AsyncGenerator<Outcome<Page<Metric, Dimension>>, void>;
}

/** A client of a service. It keeps nothing between calls. */
export function createFootfall({ url, key, fetch }: FootfallOptions): Footfall {
  const api = createFetchClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api/v1`,
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch !== undefined && { fetch }),
  });

  const query: Footfall['query'] = async (websiteId, body) => {
    try {
      const { data, error, response } = await api.POST('/websites/{id}/query', {
        params: { path: { id: websiteId } },
        body: body as unknown as QueryBody,
      });
      if (data !== undefined) return { data: data.data as never, warnings: data.meta.warnings ?? [] };
      return { error: toFailure(error, response.status) };
    } catch (error) {
      return { error: { status: 0, errors: [error instanceof Error ? error.message : String(error)] } };
    }
  };

  const pages: Footfall['pages'] = async function* (websiteId, body) {
    let { cursor } = body;
    do {
      const page = await query(websiteId, { ...body, cursor: cursor ?? null });
      yield page;
      cursor = page.data?.nextCursor;
    } while (cursor);
  };

  return { api, query, pages };
}

/** A proxy before the service answers in other words. */
function toFailure(error: Pick<components['schemas']['Failure'], 'meta'> | undefined, status: number): Failure {
  const { errors, problems } = error?.meta ?? { errors: [`The service answered with status ${status}`] };
  return { status, errors, ...(problems !== undefined && { problems }) };
}
