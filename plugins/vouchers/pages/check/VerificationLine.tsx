import { CheckCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { nowOf } from '#kernel/values/dates.ts'
import { type InvoiceVerification, useVerifying } from './comparing.ts'
import { useCheckText } from './text.ts'

const icons = { open: MinusCircleOutlined, genuine: CheckCircleFilled, refused: ExclamationCircleFilled }

const stateOf = (
  outcome: InvoiceVerification['outcome'],
) => (outcome === undefined ? 'open' : outcome === 'genuine' ? 'genuine' : 'refused')

/**
 * The verification of the invoice by the tax authority: when, why it was refused, or that it was not asked; asked again where a service is
 * set up.
 */
export function VerificationLine(
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
