/**
 * Shows untrusted HTML in a frame that runs no scripts, has an opaque origin and opens no windows. The policy at the
 * start of the HTML blocks all requests.
 */
export function Frame({ html, title }: { html: string; title: string }) {
  return <iframe class="shown" title={title} sandbox="" srcdoc={`${policy}${html}`} />;
}

const policy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; font-src data:">';
