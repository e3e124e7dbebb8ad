import { useRequestedStep } from '../../common/router.ts';
import { Dialog } from '../dialog.tsx';

/** Asks before a view is left whose input is not saved. */
export function LeaveDialog() {
  const step = useRequestedStep();
  if (!step) return null;
  return (
    <Dialog title="Leave without saving?" close={step.stay}>
      <p>The input on this page is not saved. It is lost if you leave.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={step.stay}>
          Stay
        </button>
        <button type="button" class="danger" onClick={step.leave}>
          Leave without saving
        </button>
      </div>
    </Dialog>
  );
}
