import { Button } from 'antd'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { isReturned } from '../document.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../text.ts'

/** Above a document that came back: who returned it and why, and the way to change it. */
export function ReturnedNotice({ document, context }: { document: FiledDocument; context: ActionContext }) {
  const { t, name } = useDetailText()
  const { by, remark } = lastReturn(document)
  if (by === undefined) return null
  return (
    <div className="oa-form-banner is-returned" role="status">
      <strong>{remark === '' ? t('returnedBy', { name: name(by) }) : t('returnedWhy', { name: name(by), remark })}</strong>
      {document.actions.includes('resubmit') && (
        <span>
          <Button size="small" onClick={context.openForm}>{t('editAndResubmit')}</Button>
        </span>
      )}
    </div>
  )
}

/** Stored name of whoever sent the document back to its initiator, and what they wrote. */
function lastReturn(document: FiledDocument) {
  const record = isReturned(document) ? document.processRecord.findLast(({ operateType }) => operateType === 'backed') : undefined
  return { by: record?.operator?.name, remark: record?.comment?.trim() ?? '' }
}
