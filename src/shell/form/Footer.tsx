import { amountFormat } from '#kernel/values/currency-format.ts'
import { Button } from 'antd'
import { useId } from 'react'
import { capitals } from '#kernel/values/capitals.ts'
import { commandKey } from '../keys.ts'
import { useOnline } from '../offline/use-online.ts'
import { Money } from '../parts/Money.tsx'
import { useCurrency } from './sections/Field.tsx'
import type { FiledAgain } from './copies/refiling.ts'
import { RevokeButton } from './RevokeButton.tsx'
import { footerAmount } from './sections/repeated-figures.ts'
import { usePart, useStore } from './store/use-store.ts'
import { useFormText } from './text.ts'

interface FooterProps {
  readonly filed: FiledAgain | undefined
  readonly isSending: boolean
  /** It was to be submitted before its files had arrived. */
  readonly isUploading: boolean
  readonly isCalculating: boolean
  onFirst(): void
  onCalculate(): void
  onSave(): void
  onSubmit(): void
}

/** The amount left, what can be done right. Without a network a draft is kept on this computer, and nothing is filed. */
export function Footer({ filed, isSending, isUploading, isCalculating, onFirst, onCalculate, onSave, onSubmit }: FooterProps) {
  const { t } = useFormText()
  const isOnline = useOnline()
  const offline = useId()
  return (
    <div className="oa-form-footer">
      <Amount />
      <div className="oa-form-buttons">
        {!isOnline && <span id={offline} className="oa-form-offline">{t('offlineSubmit')}</span>}
        {isUploading && <span role="status" className="oa-form-offline">{t('uploadRunning')}</span>}
        <Left onFirst={onFirst} />
        <Button type="text" title={t('calculateHint')} loading={isCalculating} disabled={!isOnline} onClick={onCalculate}>
          {t('calculate')}
        </Button>
        {filed?.isRevocable && <RevokeButton procInstId={filed.procInstId} isOff={!isOnline} />}
        {!filed && <Button onClick={onSave}>{t('saveDraft')}</Button>}
        <Button type="primary" loading={isSending} disabled={!isOnline} aria-describedby={isOnline ? undefined : offline}
          onClick={onSubmit}
        >
          {t(filed ? 'resubmit' : 'submit')}
          <span className="oa-key" aria-hidden>{commandKey} ↵</span>
        </Button>
      </div>
    </div>
  )
}

/** The number of fields that are left to fill in: not of an untouched form, and calm until the person was shown the problems. */
function Left({ onFirst }: Pick<FooterProps, 'onFirst'>) {
  const { t } = useFormText()
  const count = usePart((store) => store.allProblems().filter(({ level }) => level === 'block').length)
  const isRefused = usePart((store) => store.isRefused)
  const isUntouched = usePart(({ changes }) => changes === 0)
  if (count === 0 || (isUntouched && !isRefused)) return null
  return (
    <Button type="text" className={isRefused ? 'oa-form-tofill is-wrong' : 'oa-form-tofill'} onClick={onFirst}>
      {t('toFillAll', { count })}
    </Button>
  )
}

/** The amount of the document, with its legal capitals in Chinese. */
function Amount() {
  const { form } = useStore()
  const { label, locale } = useFormText()
  const name = footerAmount(form) ?? ''
  const field = form.fields[name]
  const amount = usePart((store) => store.value[name])
  const own = useCurrency()
  const total = usePart((store) => store.value[form.amount ?? ''])
  const isAnything = [amount, total].some((held) => Number(held ?? 0) !== 0)
  if (!field || typeof amount !== 'string' || !isAnything) return <span />
  return (
    <div className="oa-form-amount">
      {label(field)}{' '}
      <strong>
        <Money value={amount} currency={amountFormat(field, own)} />
      </strong>
      {locale === 'cn' && <small>{capitals(amount)}</small>}
    </div>
  )
}
