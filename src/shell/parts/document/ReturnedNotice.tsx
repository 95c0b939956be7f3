import type { ReactNode } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { definePartText } from '#fields/text.ts'
import { isReturnedAt } from '#shell/documents/states.ts'

const useReturnedText = definePartText({
  cn: { by: '{name}在“{step}”退回', nothing: '没有写原因' },
  en: { by: '{name} returned this at “{step}”', nothing: 'No reason was given' },
})

/** The latest return of a document to its initiator. */
export interface LastReturn {
  /** Name, "中文/English". */
  readonly by: string
  readonly step: { readonly cn: string; readonly en: string }
  /** yyyy-MM-dd HH:mm:ss */
  readonly at: string
  /** Empty if no reason was given. */
  readonly reason: string
}

/** Returns the last return of a document that is currently at its initiator; undefined for others. */
export function lastReturn(document: Pick<FiledDocument, 'state' | 'currentTask' | 'processRecord'>): LastReturn | undefined {
  if (!isReturnedAt({ state: document.state }, document.currentTask?.nodeId)) return undefined
  const record = document.processRecord.findLast(({ operateType }) => operateType === 'backed')
  return record?.operator
    ? { by: record.operator.name, step: { cn: record.nodeName, en: record.nodeNameEn }, at: record.createTime,
      reason: record.comment?.trim() ?? '' }
    : undefined
}

/** A notice above a returned document and its form: person, step, time and reason; `children` replace the reason. */
export function ReturnedNotice({ returned, children }: { returned: LastReturn | undefined; children?: ReactNode }) {
  const { t, name, label } = useReturnedText()
  if (!returned) return null
  const { by, step, at, reason } = returned
  return (
    <div className="oa-form-banner is-returned row on-accent round-6 wrap between pad-8-12" role="status">
      <div>
        {t('by', { name: name(by), step: label(step) })} <time className="num" dateTime={at.replace(' ', 'T')}>{at.slice(0, 16)}</time>
        {children ?? (
          <>
            <br />
            <strong>{reason === '' ? t('nothing') : reason}</strong>
          </>
        )}
      </div>
    </div>
  )
}
