/** Data that a record's URL leads to. */
interface DataRequest {
  /** Absolute, or relative to what `microserviceCode` stands for. */
  readonly url: string;
  readonly microserviceCode?: string;
  /** Added to the URL's own. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

type DataAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string }
  /** It leads to where the service must not go. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'away'; readonly reason: string };

/** Where workers get data by URLs that records name. */
export interface DataSources {
  /** Never throws for what happens there; throws when `signal` says so. */
  fetchData(request: DataRequest, signal?: AbortSignal): Promise<DataAnswer>;
}
