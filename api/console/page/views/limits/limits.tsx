import { View } from '../../parts/view.tsx';
import { ClaimLimits } from './claimLimits.tsx';
import { RetryPolicies } from './retryPolicies.tsx';

/** How many steps of job types and users run, and how failed ones are retried. */
export function LimitsView() {
  return (
    <View title="Limits">
      <ClaimLimits />
      <RetryPolicies />
    </View>
  );
}
