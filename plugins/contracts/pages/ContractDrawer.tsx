import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { currencyFormat, type CurrencyFormat } from '#kernel/values/money.ts'
import { select } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { StoredRecord } from '#shell/resource/record.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useText } from '#shell/text.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { currencyOf } from '#shell/resource/currency-of.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { contract as declared, contract, type ContractBookWire, type PaymentWire } from '../contract.ts'
import { useContractText } from './texts.ts'

const stageField = select({ cn: '付款条款', en: 'Payment term', dict: 'paymentStage' })

interface InCurrency {
  readonly currency: CurrencyFormat | undefined
}

/** Balance of each payment term; framework contracts have no cap. */
function Terms({ terms, currency }: InCurrency & Pick<ContractBookWire, 'terms'>) {
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
function Payments({ payments, currency }: InCurrency & Pick<ContractBookWire, 'payments'>) {
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
function Supplements({ supplements, currency }: InCurrency & Pick<ContractBookWire, 'supplements'>) {
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
function Versions({ versions, currency }: InCurrency & Pick<ContractBookWire, 'versions'>) {
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
    <div className="oa-contract-scroll scroll-x" role="region" tabIndex={0}>
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

export interface ContractDrawerProps {
  readonly contract: StoredRecord
  onClose(): void
}

/** Drawer with a contract and its ledger data: terms, payments, supplements and versions. */
export function ContractDrawer({ contract, onClose }: ContractDrawerProps) {
  const http = useHttp()
  const isMobile = useIsMobile()
  const { t } = useContractText()
  const answer = useQuery({ queryKey: ['contract-book', contract.id, contract.version],
    queryFn: () => http.get<ContractBookWire>(`/oaserver/contract/${contract.id}/book`) })
  const currency = contract['currencyType'] === 'CNY' ? undefined : currencyFormat(String(contract['currencyType']))
  const title = (
    <>
      {String(contract['contractName'])} <Pill tone="grey">{String(contract['contractNo'])}</Pill>
    </>
  )
  return (
    <Drawer open title={title} placement={isMobile ? 'bottom' : 'right'} width={720} height="88%" onClose={onClose}>
      <div className="oa-contract-book stack">
        {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <RowsSkeleton rows={6} columns={['20%', '20%', '20%', '20%']} />}
        {answer.data && (
          <>
            <section>
              <h3>{t('terms')}</h3>
              <Terms terms={answer.data.terms} currency={currency} />
            </section>
            <section>
              <h3>{t('payments')}</h3>
              <Payments payments={answer.data.payments} currency={currency} />
            </section>
            {answer.data.supplements.length > 0 && (
              <section>
                <h3>{t('supplements')}</h3>
                <Supplements supplements={answer.data.supplements} currency={currency} />
              </section>
            )}
            <section>
              <h3>{t('details')}</h3>
              <Facts contract={contract} document={answer.data.document} />
            </section>
            {answer.data.versions.length > 1 && (
              <section>
                <h3>{t('versions')}</h3>
                <Versions versions={answer.data.versions} currency={currency} />
              </section>
            )}
          </>
        )}
      </div>
    </Drawer>
  )
}

const shown = [
  'contractClass',
  'contractType',
  'subjectType',
  'amount',
  'amountRmb',
  'paidAmount',
  'unpaidAmount',
  'signCompany',
  'counterparty',
  'supplier',
  'customer',
  'mainContract',
  'signDate',
  'effectiveDate',
  'expiryDate',
  'prepaymentWriteOffDate',
  'execState',
  'ownerPerson',
  'departmentId',
  'storageLocation',
  'storageNo',
  'sapAgreementNo',
  'attachments',
  'remark',
] as const

/** Non-empty attributes of a contract. */
function Facts({ contract, document }: { contract: StoredRecord; document: ContractBookWire['document'] }) {
  const { label } = useText()
  const { t } = useContractText()
  const linkOf = useDocumentLink()
  return (
    <dl className="oa-contract-fields grid flat">
      {shown.filter((key) => isThere(contract[key])).map((key) => (
        <div key={key}>
          <dt className="second small">{label(declared.fields[key])}</dt>
          <dd className="flat anywhere">
            <FieldCell field={declared.fields[key]} value={contract[key]} record={contract}
              currency={currencyOf(declared, contract, key)} />
          </dd>
        </div>
      ))}
      {document && (
        <div>
          <dt className="second small">{t('approvedBy')}</dt>
          <dd className="flat anywhere">
            <Link className="num" to={linkOf({ ...document, routeName: '' })}>{document.businessNo}</Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
