/** The rules of ARCHITECTURE.md that no linter knows, each with its reason; test/architecture/ has one file a subject. */
import './architecture/rooms.ts';
import './architecture/features.ts';
import './architecture/loading.ts';
import './architecture/cycles.ts';
import './architecture/sizes.ts';
import './architecture/names.ts';
import './architecture/texts.ts';
import './architecture/peerPackages.ts';
