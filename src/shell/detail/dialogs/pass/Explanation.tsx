import { keyAs } from '#kernel/fields/roles.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useDetailText } from '#shell/detail/text.ts'
import type { ExplanationKind } from '#kernel/plugin.ts'
import { CommentField } from '../CommentField.tsx'

/** Characters of an explanation at most. */
const longestExplanation = 1000

interface ExplanationProps {
  readonly kind: ExplanationKind
  readonly document: FormValue
  readonly value: string
  readonly problem: string | undefined
  onChange(text: string): void
}

/** The explanation that the approver owes, below those given before. */
export function Explanation({ kind, document, value, problem, onChange }: ExplanationProps) {
  const { label } = useDetailText()
  return (
    <div>
      <CommentField label={label(kind)} isRequired max={longestExplanation} value={value} problem={problem} onChange={onChange} />
      <Explanations kind={kind} document={document} />
    </div>
  )
}

/** The explanations of a document with their authors, as they were given. */
function Explanations({ kind, document }: Pick<ExplanationProps, 'kind' | 'document'>) {
  const { t, name } = useDetailText()
  const { form } = useStore()
  const rows = rowsAt(document, keyAs(form.fields, 'explanations') ?? '').filter((row) => (row['explainType'] ?? kind.key) === kind.key)
  if (rows.length === 0) return null
  return (
    <ul className="oa-explanations" aria-label={t('explanationsBefore')}>
      {rows.map((row) => (
        <li key={String(row['rowId'])}>
          <p>{String(row['explain'] ?? '')}</p>
          <span>
            {[row['userName'], row['departmentName']].flatMap((part) => (typeof part === 'string' && part !== '' ? [name(part)] : [])).join(
              ' · ',
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
