/** The Content-Security-Policy of pages for a browser, which may load nothing but data URIs. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
