import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CurrencyFormat } from '#kernel/values/currency-format.ts'
import { select } from '#kernel/fields.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { Money } from '#shell/parts/Money.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { contract } from '../contract.ts'
import type { ContractBookWire, PaymentWire } from '../wire.ts'
import { useContractText } from './text.ts'

const stageField = select({ cn: '付款条款', en: 'Payment term', dict: 'paymentStage' })

interface InCurrency {
  readonly currency: CurrencyFormat | undefined
}

/** Balance of each payment term; framework contracts have no cap. */
export function Terms({ terms, currency }: InCurrency & Pick<ContractBookWire, 'terms'>) {
  const { t } = useContractText()
  return (
    <Sheet heads={[t('term'), t('share')]} figures={[t('termAmount'), t('paid'), t('held'), t('termOpen')]}>
      {terms.map(({ stage, percent, amount, paid, held, open }) => (
        <tr key={stage}>
          <td>
            <FieldCell field={stageField} value={stage} />
          </td>
          <td className="num">{percent}%</td>
          <td className="is-right">{amount === null ? t('noCap') : <Money value={amount} currency={currency} />}</td>
          {[paid, held, open].map((figure, index) => (
            <td key={index} className="is-right">
              <Money value={figure} currency={currency} />
            </td>
          ))}
        </tr>
      ))}
    </Sheet>
  )
}

/** Payments, newest first, with links to readable documents. */
export function Payments({ payments, currency }: InCurrency & Pick<ContractBookWire, 'payments'>) {
  const { t } = useContractText()
  if (payments.length === 0) return <p className="oa-nothing">{t('noPayments')}</p>
  return (
    <Sheet heads={[t('time'), t('document'), t('term')]} figures={[t('amount')]}>
      {payments.map((payment, index) => (
        <tr key={index}>
          <td className="num">{payment.happenTime.slice(0, 10)}</td>
          <td>
            <Source payment={payment} />
          </td>
          <td>
            <FieldCell field={stageField} value={payment.stage} /> · {t(payment.kind)}
          </td>
          <td className="is-right">
            <Money value={payment.amount} currency={currency} />
          </td>
        </tr>
      ))}
    </Sheet>
  )
}

function Source({ payment: { businessType, businessNo, procInstId } }: { payment: PaymentWire }) {
  const { t } = useContractText()
  const linkOf = useDocumentLink()
  if (businessType === null || procInstId === null) return <span className="oa-nothing">{t('hiddenDocument')}</span>
  return <Link className="num" to={linkOf({ businessType, procInstId, routeName: '' })}>{businessNo}</Link>
}

/** Supplements of the contract. */
export function Supplements({ supplements, currency }: InCurrency & Pick<ContractBookWire, 'supplements'>) {
  const { t } = useContractText()
  return (
    <Sheet heads={[t('details'), '']} figures={[t('amount')]}>
      {supplements.map(({ id, contractNo, contractName, amount, execState }) => (
        <tr key={id}>
          <td>
            {contractName} <span className="num oa-nothing">{contractNo}</span>
          </td>
          <td>
            <FieldCell field={contract.fields.execState} value={execState} />
          </td>
          <td className="is-right">
            <Money value={amount} currency={currency} />
          </td>
        </tr>
      ))}
    </Sheet>
  )
}

/** Versions of the contract, one for each completed document. */
export function Versions({ versions, currency }: InCurrency & Pick<ContractBookWire, 'versions'>) {
  const { t } = useContractText()
  return (
    <Sheet heads={[t('versions'), t('time')]} figures={[t('amount')]}>
      {versions.map(({ revision, createTime, amount }) => (
        <tr key={revision}>
          <td>{t('version', { n: revision })}</td>
          <td className="num">{createTime.slice(0, 16)}</td>
          <td className="is-right">
            <Money value={amount} currency={currency} />
          </td>
        </tr>
      ))}
    </Sheet>
  )
}

function Sheet({ heads, figures, children }: { heads: readonly string[]; figures: readonly string[]; children: ReactNode }) {
  return (
    <div className="oa-contract-scroll" role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => <th key={head} scope="col">{head}</th>)}
            {figures.map((head) => <th key={head} scope="col" className="is-right">{head}</th>)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
