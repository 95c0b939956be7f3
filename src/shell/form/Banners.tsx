import { Button } from 'antd'
import { usePart } from './store/use-store.ts'
import { useFormText } from './text.ts'
import type { useDraft } from './use-draft.ts'

interface BannersProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, 'found' | 'restore' | 'remove' | 'conflict' | 'takeOther' | 'save'>
  /** Why the form was not filed; empty when the line was cut. */
  readonly failure: string | undefined
}

/** Above the sections: a draft that waits, one that another window saved, what the server refused, what belongs to no field. */
export function Banners({ draft, failure }: BannersProps) {
  const { t, locale, any } = useFormText()
  const general = usePart((store) => store.problemAt(''))
  const told = failure ?? general?.sentence(locale, any)
  return (
    <>
      {draft.found && (
        <div className="oa-form-banner" role="status">
          <span>{t('restoreAsk', { time: draft.found.updateTime.slice(5, 16) })}</span>
          <span>
            <Button size="small" type="primary" onClick={draft.restore}>{t('restore', { time: draft.found.updateTime.slice(11, 16) })}</Button>
            <Button size="small" onClick={() => void draft.remove()}>{t('discard')}</Button>
          </span>
        </div>
      )}
      {draft.conflict && (
        <div className="oa-form-banner" role="alert">
          <span>{t('conflict', { time: draft.conflict.updateTime.slice(5, 16) })}</span>
          <span>
            <Button size="small" type="primary" onClick={() => void draft.save()}>{t('keepMine')}</Button>
            <Button size="small" onClick={draft.takeOther}>{t('takeOther')}</Button>
          </span>
        </div>
      )}
      {told !== undefined && <div className="oa-form-banner is-wrong" role="alert">{told || t('failed')}</div>}
    </>
  )
}
