import { CheckCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Button } from 'antd'
import { nowOf } from '#kernel/values/dates.ts'
import { type ComparedRow, type InvoiceComparison, type InvoiceVerification, useCheckText, useComparing,
  useVerifying } from './comparing.ts'
import './check.css'

/** Comparison of the rows that use a file with its content: matches are green, differences orange. */
export function FileCheck({ document, file }: { document: string; file: string }) {
  const rows = useComparing(document, file)
  if (!rows || rows.length === 0) return null
  return (
    <div className="oa-invoice-checks surface line-top rigid scroll">
      {rows.map((row) => <RowCheck key={`${row.table} ${row.place}`} row={row} />)}
    </div>
  )
}

function RowCheck({ row: { place, isCompared, comparisons, usedIn, shared, verifications, isVerifiable } }: { row: ComparedRow }) {
  const { t } = useCheckText()
  const used = usedIn.map((number) => number || t('usedElsewhere')).join(', ')
  return (
    <section aria-label={t('withRow', { place })}>
      <h3>{t('withRow', { place })}</h3>
      {!isCompared && <p className="oa-invoice-unread third">{t('unread')}</p>}
      <dl className="grid halves flat">
        {comparisons.filter(({ subject }) => subject !== 'kind').map((each) => <ComparedLine key={each.subject} comparison={each} />)}
        <Line name={t('duplicate')} isSame={usedIn.length === 0}>{used || t('unused')}</Line>
        {shared && <SharedLine {...shared} />}
        {verifications.map((each) => (
          <VerificationLine key={`${each.file} ${each.number}`} verification={each} isVerifiable={isVerifiable} />
        ))}
      </dl>
    </section>
  )
}

function ComparedLine({ comparison: { subject, read, entered, isSame, excess } }: { comparison: InvoiceComparison }) {
  const { t } = useCheckText()
  const unit = subject === 'taxRate' ? '%' : ''
  const other = excess === undefined ? entered !== undefined && t('entered', { value: entered + unit }) : t('excess', { value: excess })
  return (
    <Line name={t(subject)} isSame={isSame}>
      {read + unit}
      {!isSame && other && <strong>{other}</strong>}
    </Line>
  )
}

/** Total claimed by all rows that share the invoice. */
function SharedLine({ places, used, total, isCovered }: NonNullable<ComparedRow['shared']>) {
  const { t, locale } = useCheckText()
  const blanks = { places: places.join(locale === 'cn' ? '、' : ', '), used }
  return (
    <Line name={t('shared')} isSame={isCovered}>{total === undefined ? t('sharedRows', blanks) : t('sharedOf', { ...blanks, total })}</Line>
  )
}

function Line({ name, isSame, children }: { name: string; isSame: boolean; children: ReactNode }) {
  const { t } = useCheckText()
  const Icon = isSame ? CheckCircleFilled : ExclamationCircleFilled
  return (
    <div data-same={isSame}>
      <dt>
        <Icon aria-hidden />
        <span className="unseen">{t(isSame ? 'same' : 'differs')}</span>
        {name}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

const icons = { open: MinusCircleOutlined, genuine: CheckCircleFilled, refused: ExclamationCircleFilled }

const stateOf = (
  outcome: InvoiceVerification['outcome'],
) => (outcome === undefined ? 'open' : outcome === 'genuine' ? 'genuine' : 'refused')

/** Result of the tax authority's verification of the invoice, with a button to verify it (again) if a service is configured. */
function VerificationLine(
  { verification: { file, outcome, message, at = '' }, isVerifiable }: { verification: InvoiceVerification; isVerifiable: boolean },
) {
  const { t } = useCheckText()
  const { verify, isPending } = useVerifying()
  const state = stateOf(outcome)
  const Icon = icons[state]
  return (
    <div data-same={state === 'open' ? undefined : state === 'genuine'}>
      <dt>
        <Icon aria-hidden />
        {t('verification')}
      </dt>
      <dd className="num">
        {outcome === undefined ? t('notAsked') : t(outcome, { at: nowOf(new Date(at)).slice(0, 16) })}
        {state === 'refused' && message && <strong>{message}</strong>}
        {isVerifiable && (
          <Button type="link" size="small" loading={isPending} onClick={() => verify(file)}>
            {t(state === 'open' ? 'verify' : 'verifyAgain')}
          </Button>
        )}
      </dd>
    </div>
  )
}
