/** A request for data under a URL that a record names. */
interface DataRequest {
  /** Absolute, or relative to the base URL of `microserviceCode`. */
  readonly url: string;
  readonly microserviceCode?: string;
  /** Added to the query parameters of the URL. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

type DataAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string }
  /** The address is one that the service must not call. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** Fetches data for workers from URLs that records name. */
export interface DataSources {
  /** Faults of the source are outcomes; throws only when `signal` aborts. */
  fetchData(request: DataRequest, signal?: AbortSignal): Promise<DataAnswer>;
}
