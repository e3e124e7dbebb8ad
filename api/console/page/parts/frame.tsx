/**
 * HTML that others wrote: shown in a frame that runs no script, is of no origin, opens nothing and, by the policy that
 * is put before it, loads nothing from anywhere.
 */
export function Frame({ html, title }: { html: string; title: string }) {
  return <iframe class="shown" title={title} sandbox="" srcdoc={`${policy}${html}`} />;
}

const policy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; font-src data:">';
