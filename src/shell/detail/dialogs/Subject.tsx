import { DocumentBlock } from '#shell/parts/document/DocumentBlock.tsx'
import { Money } from '#shell/parts/Money.tsx'
import { usePeople } from '#shell/start/directory.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { calledIn } from '../Header.tsx'
import { useDetailText } from '../text.ts'

/** The document that is acted on: title, person, amount, and what modules remark. */
export function Subject({ context: { form, document, store } }: { context: ActionContext }) {
  const { name, locale } = useDetailText()
  const people = usePeople([document.startUserId])
  const amount = form.amount === undefined ? undefined : store.value[form.amount]
  return (
    <div className="oa-dialog-subject">
      <strong className="cut">{calledIn(document, form, locale).first}</strong>
      {typeof amount === 'string' && (
        <strong>
          <Money value={amount} />
        </strong>
      )}
      <span className="cut">
        {name(people.get(document.startUserId)?.name ?? '')} · <span className="num">{document.businessNo}</span>
      </span>
      <DocumentBlock part="remark" />
    </div>
  )
}
