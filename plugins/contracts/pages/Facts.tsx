import { Link } from 'react-router'
import { useText } from '#shell/text.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { currencyOf } from '#shell/resource/currency-of.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { contract as declared } from '../contract.ts'
import type { ContractBookWire } from '../wire.ts'
import { useContractText } from './text.ts'

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

/** The facts of a contract that have a value. */
export function Facts({ contract, document }: { contract: StoredRecord; document: ContractBookWire['document'] }) {
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
