import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Link } from 'react-router'
import { currencyFormat } from '#kernel/values/currency-format.ts'
import { useHttp } from '#shell/backend.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { StoredRecord } from '#shell/resource/record.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { useText } from '#shell/text.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { currencyOf } from '#shell/resource/currency-of.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { ContractBookWire } from '../wire.ts'
import { Payments, Supplements, Terms, Versions } from './book-tables.tsx'
import { useContractText } from './text.ts'
import { contract as declared } from '../contract.ts'

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
      <div className="oa-contract-book">
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
    <dl className="oa-contract-fields">
      {shown.filter((key) => isThere(contract[key])).map((key) => (
        <div key={key}>
          <dt>{label(declared.fields[key])}</dt>
          <dd>
            <FieldCell field={declared.fields[key]} value={contract[key]} record={contract}
              currency={currencyOf(declared, contract, key)} />
          </dd>
        </div>
      ))}
      {document && (
        <div>
          <dt>{t('approvedBy')}</dt>
          <dd>
            <Link className="num" to={linkOf({ ...document, routeName: '' })}>{document.businessNo}</Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
