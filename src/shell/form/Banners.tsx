import { Button } from 'antd'
import type { DroppedField } from '#kernel/fields/dropped-fields.ts'
import type { DraftContent, useDraft } from './drafts/use-draft.ts'
import { usePart } from './store/use-store.ts'
import { useFormText } from './texts.ts'

interface BannersProps {
  readonly draft: Pick<ReturnType<typeof useDraft>,
    'waiting' | 'restore' | 'discard' | 'conflict' | 'isFiled' | 'taken' | 'dropTaken' | 'takeOther' | 'save'>
  /** Reason why the form was not filed; empty for a network failure. */
  readonly failure: string | undefined
  /** Values of the filed document that the current form drops. */
  readonly dropped?: readonly DroppedField[]
  readonly copied?: CopySummary
}

/** The document that was copied, and the values that were not copied. */
export interface CopySummary {
  readonly number: string
  readonly leftOut: readonly DroppedField[]
}

/** Banners above the sections: stored drafts, a newer draft of another window, refusals, problems without field. */
export function Banners({ draft, failure, dropped = [], copied }: BannersProps) {
  const { t, locale, any, label } = useFormText()
  const general = usePart((store) => store.problemAt(''))
  const message = failure ?? general?.sentence(locale, any)
  return (
    <>
      <DraftBanners draft={draft} />
      {dropped.length > 0 && (
        <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
          {t('formChanged', { names: dropped.map(label).join(t('listed')) })}
        </div>
      )}
      <CopiedBanner copied={copied} />
      {message !== undefined && (
        <div className="oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12" role="alert">{message || t('failed')}</div>
      )}
    </>
  )
}

function DraftBanners({ draft }: Pick<BannersProps, 'draft'>) {
  const { t } = useFormText()
  return (
    <>
      {draft.waiting.map((each) => (
        <div key={`${each.id ?? ''}${each.updateTime}`} className="oa-form-banner row on-accent round-6 wrap between pad-8-12"
          role="status"
        >
          <span>{t(each.isServers ? 'restoreAsk' : 'restoreHereAsk', { time: each.updateTime.slice(5, 16) })}{titled(each)}</span>
          <span>
            <Button size="small" onClick={() => draft.restore(each)}>{t('restore', { time: each.updateTime.slice(11, 16) })}</Button>
            <Button size="small" type="text" onClick={() => draft.discard(each)}>{t('discard')}</Button>
          </span>
        </div>
      ))}
      {draft.taken && (
        <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
          <span>{t('taken', { time: draft.taken.updateTime.slice(5, 16) })}</span>
          <span>
            <Button size="small" type="text" onClick={draft.dropTaken}>{t('dropTaken')}</Button>
          </span>
        </div>
      )}
      {draft.conflict && (
        <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="alert">
          <span>{t('conflict', { time: draft.conflict.updateTime.slice(5, 16) })}</span>
          <span>
            <Button size="small" onClick={() => void draft.save()}>{t('keepMine')}</Button>
            <Button size="small" type="text" onClick={draft.takeOther}>{t('takeOther')}</Button>
          </span>
        </div>
      )}
      {draft.isFiled && <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="alert">{t('filedElsewhere')}
      </div>}
    </>
  )
}

function CopiedBanner({ copied }: Pick<BannersProps, 'copied'>) {
  const { t, label } = useFormText()
  if (!copied) return null
  const { number, leftOut } = copied
  const names = [...new Set(leftOut.map(label))].join(t('listed'))
  return (
    <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
      {t('copiedFrom', { number })}
      {names && t('copiedWithout', { names })}
    </div>
  )
}

/** The draft's title, if any, as a suffix. */
function titled({ content }: DraftContent): string {
  const title: unknown = typeof content === 'object' && content !== null && 'title' in content ? content.title : undefined
  return typeof title === 'string' && title !== '' ? ` · ${title}` : ''
}
