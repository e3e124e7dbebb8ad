import { Dialog } from '../dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

const Keys = ({ keys, joint = 'then' }: { keys: readonly string[]; joint?: string }) => (
  <>
    {keys.map((key, index) => (
      <span key={key}>
        {index > 0 && <span class="quiet"> {joint} </span>}
        <kbd>{key}</kbd>
      </span>
    ))}
  </>
);

interface ShortcutHelpProps {
  readonly shortcuts: readonly Shortcut[];
  /** Whether single keys are shortcuts. */
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  readonly close: () => void;
}

/** All shortcuts, and the switch that turns off those of single keys, for those who speak to their computer. */
export const ShortcutHelp = ({ shortcuts, isOn, setOn, close }: ShortcutHelpProps) => (
  <Dialog title="Keyboard shortcuts" close={close}>
    <table>
      <caption class="unseen">Keyboard shortcuts</caption>
      <thead>
        <tr>
          <th scope="col">Keys</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <Keys keys={['Ctrl', 'K']} joint="+" />
          </td>
          <td>Go to a view, a queue or a record</td>
        </tr>
        {shortcuts.map(({ keys, label }) => (
          <tr key={label}>
            <td>
              <Keys keys={keys} />
            </td>
            <td>{label}</td>
          </tr>
        ))}
        <tr>
          <td>
            <Keys keys={['Esc']} />
          </td>
          <td>Close a dialog or a menu</td>
        </tr>
      </tbody>
    </table>
    <div class="actions">
      <label class="switch">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} />
        Shortcuts of single keys
      </label>
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  </Dialog>
);
