import { describeRule } from '../../../../../domain/access/explanation/ruleWords.ts';

/** What an access rule gives, in words that follow the form while the rule is edited. */
export const RuleInWords = ({ rule }: { rule: Readonly<Record<string, unknown>> }) => (
  <p class="notice" role="status" aria-label="The rule in words">
    {describeRule(rule)}
  </p>
);
