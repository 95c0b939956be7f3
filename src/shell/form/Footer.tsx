import { Button } from 'antd'
import { useId, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { amountFormat } from '#kernel/values/money.ts'
import { capitals } from '#kernel/values/capitals.ts'
import type { FormOfferProps } from '../browser-plugin.ts'
import { commandKey } from '../keys.ts'
import { useOnline } from '../offline/reaches.ts'
import { Money } from '../parts/Figures.tsx'
import { useCurrency } from './sections/Field.tsx'
import type { FiledAgain } from './copies/copying.ts'
import { footerAmount } from './sections/section-content.ts'
import { usePart, useStore } from './store/use-store.ts'
import { useFormText } from './texts.ts'
import { lazyPage } from '../routing/chunks.ts'
import { useRoutes } from '../routing/routes-context.ts'

interface FooterProps {
  readonly filed: FiledAgain | undefined
  readonly isSending: boolean
  /** Submission was attempted while uploads are running. */
  readonly isUploading: boolean
  readonly isCalculating: boolean
  /** Forgets every draft of the form. */
  onClearDrafts(): Promise<void>
  onFirst(): void
  onCalculate(): void
  onSave(): void
  onSubmit(): void
}

/** The footer: amount and buttons. While offline, drafts are saved locally and nothing can be submitted. */
export function Footer(
  { filed, isSending, isUploading, isCalculating, onClearDrafts, onFirst, onCalculate, onSave, onSubmit }: FooterProps,
) {
  const { t } = useFormText()
  const isOnline = useOnline()
  const offline = useId()
  return (
    <div className="oa-form-footer row fill between">
      <Amount />
      <div className="oa-form-buttons row gap-8">
        {!isOnline && <span id={offline} className="orange small line-18">{t('offlineSubmit')}</span>}
        {isUploading && <span role="status" className="orange small line-18">{t('uploadRunning')}</span>}
        <Left onFirst={onFirst} />
        <Offers isNew={!filed} clearDrafts={onClearDrafts} />
        <Button type="text" className="oa-form-calculate" title={t('calculateHint')} loading={isCalculating} disabled={!isOnline}
          onClick={onCalculate}
        >
          {t('calculate')}
        </Button>
        {filed?.isRevocable && <RevokeButton procInstId={filed.procInstId} isOff={!isOnline} />}
        {!filed && <Button onClick={onSave}>{t('saveDraft')}</Button>}
        <Button type="primary" className="oa-bar-main" loading={isSending} disabled={!isOnline}
          aria-describedby={isOnline ? undefined : offline} onClick={onSubmit}
        >
          {t(filed ? 'resubmit' : 'submit')}
          <span className="oa-key regular" aria-hidden>{commandKey} ↵</span>
        </Button>
      </div>
    </div>
  )
}

/** The offers of modules for this form. */
function Offers(props: FormOfferProps) {
  const { form } = useStore()
  const { formOffers = [] } = useRoutes().config
  return formOffers.filter(({ forms }) => forms.includes(form.key)).map(({ id, component: Offer }) => (
    <Suspense key={id}>
      <Offer {...props} />
    </Suspense>
  ))
}

/** Number of fields left to fill in; hidden for an untouched form, and highlighted only after the problems were shown. */
function Left({ onFirst }: Pick<FooterProps, 'onFirst'>) {
  const { t } = useFormText()
  const count = usePart((store) => store.allProblems().filter(({ level }) => level === 'block').length)
  const isRefused = usePart((store) => store.isRefused)
  const isUntouched = usePart(({ changes }) => changes === 0)
  if (count === 0 || (isUntouched && !isRefused)) return null
  return (
    <Button type="text" className={isRefused ? 'oa-form-tofill is-wrong nowrap' : 'oa-form-tofill nowrap'} onClick={onFirst}>
      {t('toFillAll', { count })}
    </Button>
  )
}

/** The document's amount; in Chinese with capital numerals. */
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
    <div className="oa-form-amount line-18 narrow">
      {label(field)}{' '}
      <strong className="bold">
        <Money value={amount} currency={amountFormat(field, own)} />
      </strong>
      {locale === 'cn' && <small className="second block tiny">{capitals(amount)}</small>}
    </div>
  )
}

const DocumentAction = lazyPage(async () => (await import('../detail/sequence/DocumentAction.tsx')).DocumentAction)

interface RevokeButtonProps {
  readonly procInstId: string
  readonly isOff: boolean
}

/** Revokes the document that is being edited; the form stays open with its input. */
function RevokeButton({ procInstId, isOff }: RevokeButtonProps) {
  const { form } = useStore()
  const { t } = useFormText()
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button danger disabled={isOff} onClick={() => setIsOpen(true)}>{t('revoke')}</Button>
      {isOpen && (
        <Suspense>
          <DocumentAction form={form} procInstId={procInstId} address={`${pathname}${search}`} action="revoke" onForm={() => undefined}
            onClose={close} />
        </Suspense>
      )}
    </>
  )
}
