import { useLoad } from './common/load.ts';
import type { Location } from './common/router.ts';
import { Failure } from './parts/notices.tsx';
import { View } from './parts/view.tsx';

type OtherViews = typeof import('./views/otherViews.tsx');

let loaded: OtherViews | undefined;
let loading: Promise<OtherViews> | undefined;
let failures = 0;

/** Loads the views that the page does not contain, once. The page names their file. */
function loadOtherViews(): Promise<OtherViews> {
  const file = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]')?.href ?? '/console/otherViews.js';
  // A browser may remember that an address could not be loaded.
  loading ??= (import(failures === 0 ? file : `${file}?attempt=${failures}`) as Promise<OtherViews>).then(
    (views) => {
      loaded = views;
      return views;
    },
    () => {
      loading = undefined;
      failures++;
      throw new Error('The view could not be loaded. If the service has just been upgraded, reload the page.');
    },
  );
  return loading;
}

/** Shows a view of the file of other views, and its title until the file is loaded. */
export function OtherView({ location, title }: { location: Location; title: string }) {
  const { data = loaded, error, reload } = useLoad(loadOtherViews, []);
  if (data) {
    const { OtherViews } = data;
    return <OtherViews location={location} />;
  }
  return (
    <View title={title} pending={!error}>
      {error && (
        <>
          <Failure error={error} />
          <button type="button" onClick={reload}>
            Retry
          </button>
        </>
      )}
    </View>
  );
}

// The next view is then there when it is chosen.
void loadOtherViews().catch(() => {});
