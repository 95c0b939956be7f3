import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { splitName } from '#kernel/wording/names.ts'
import { currency, select, text } from '#kernel/fields.ts'
import { luhn } from '#kernel/values/patterns.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import '#shell/parts/lines.css'
import { HttpFailure } from '#providers/failure.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import { cn, en } from './texts.ts'
import './payees.css'

/** The user's own payee accounts, which their claims offer. */
export function PayeesSection() {
  const { t } = usePayeeText()
  const answer = useQuery(payeesQuery(useHttp()))
  const user = useRead(reads.user)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <div className="oa-lines-head row wrap gap-8-16 between">
        <p className="second">{t('text')}</p>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>{t('add')}</Button>
      </div>
      {answer.isError ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : <Accounts accounts={answer.data} />}
      {isAdding && <PayeeDialog name={splitName(user?.name).cn} onClose={() => setIsAdding(false)} />}
    </>
  )
}

function Accounts({ accounts }: { accounts: readonly PayeeAccount[] | undefined }) {
  const { t } = usePayeeText()
  if (!accounts) return <RowsSkeleton rows={3} columns={['30%', '30%', '10%']} />
  if (accounts.length === 0) return <StateView illustration="empty" role="status" title={t('empty')} text={t('emptyText')} />
  return <ul className="oa-lines oa-payees line-top">{accounts.map((account) => <Account key={account.id} account={account} />)}</ul>
}

function Account({ account }: { account: PayeeAccount }) {
  const { t } = usePayeeText()
  const remove = useRemove(account)
  const { proceedsName, proceedsAccount, proceedsAccountType, currencyType, bankName, payroll } = account
  return (
    <li className="middle grid">
      <span>
        <strong className="medium">{proceedsName}</strong>
        <small className="block">{bankName}</small>
      </span>
      <span className="num">{masked(proceedsAccount)}</span>
      <span>{`${currencyType} · ${t(proceedsAccountType === '1' ? 'corporate' : 'personal')}`}</span>
      {payroll
        ? <em>{t('payroll')}</em>
        : (
          <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`${t('remove')} ${masked(proceedsAccount)}`}
            data-tip={t('remove')} onClick={() => void remove()} />
        )}
    </li>
  )
}

function useRemove({ id, proceedsAccount }: PayeeAccount) {
  const { t } = usePayeeText()
  const { run } = useCommand({ touches: [[payees]] })
  const dialogs = useDialogs()
  return async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('removeAsk', { tail: proceedsAccount.slice(-4) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => run((http) => http.delete(`${payeePath}/${id}`)),
    })
  }
}

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

const fields: readonly DialogField[] = [
  { name: 'proceedsName', field: text({ ...named('proceedsName'), required: true, max: 100 }) },
  { name: 'proceedsAccount', field: text({ ...named('proceedsAccount'), required: true, max: 40 }) },
  { name: 'proceedsAccountType',
    field: select({ ...named('proceedsAccountType'), required: true,
      options: [{ value: '2', ...named('personal') }, { value: '1', ...named('corporate') }] }) },
  { name: 'currencyType', field: currency({ ...named('currencyType'), required: true }) },
  { name: 'bankName', field: text({ ...named('bankName'), required: true, max: 100 }) },
  { name: 'bankBranchNo', field: text({ ...named('bankBranchNo'), max: 12, hint: named('branchHint') }) },
  { name: 'swiftNumber', field: text({ ...named('swiftNumber'), max: 11, hint: named('swiftHint') }) },
  { name: 'bankAddress', field: text({ ...named('bankAddress'), max: 200 }) },
]

/** Dialog that adds an own account; asks for a confirmation when the card number fails its checksum. */
function PayeeDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { t } = usePayeeText()
  const dialogs = useDialogs()
  const save = async (value: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    if (isDoubtful(value)) {
      const { confirm } = await dialogs()
      const isSure = await confirm({ title: t('luhnAsk'), okText: t('luhnYes'), cancelText: t('cancel'), autoFocusButton: 'cancel' })
      if (!isSure)
        throw new HttpFailure({ kind: 'refused', code: 0, message: t('luhnField'),
          data: { fields: [{ name: 'proceedsAccount', message: t('luhnField') }] } })
    }
    await http.post(`${payeePath}/save`,
      Object.fromEntries(Object.entries(value).filter(([, entered]) => entered !== null && entered !== '')), { quiet: true })
  }
  return (
    <FieldsDialog title={t('add')} fields={() => fields} start={{ proceedsName: name, proceedsAccountType: '2', currencyType: 'CNY' }}
      touches={[[payees]]} save={save} onClose={onClose} />
  )
}

const usePayeeText = definePartText<keyof typeof cn>({ cn, en })

interface PayeeAccount {
  readonly id: string
  readonly proceedsName: string
  readonly proceedsAccount: string
  /** 1: corporate, 2: personal. */
  readonly proceedsAccountType: '1' | '2'
  readonly currencyType: string
  readonly bankName: string
  readonly payroll: boolean
}

const payeePath = '/oaserver/payeeAccount'

const payees = 'payeeAccounts'

/** Query for the user's own payee accounts. */
const payeesQuery = (http: Http) =>
  queryOptions({ queryKey: [payees], queryFn: () => http.get<readonly PayeeAccount[]>(`${payeePath}/list`, {}, { quiet: true }) })

/** Returns whether the number of a personal RMB account fails the Luhn check. */
export const isDoubtful = ({ currencyType, proceedsAccountType, proceedsAccount }: Readonly<Record<string, unknown>>): boolean =>
  currencyType === 'CNY' && proceedsAccountType === '2' && !luhn(String(proceedsAccount ?? ''))

/** Masks an account number except for its last four digits. */
export const masked = (account: string): string => `•••• ${account.slice(-4)}`
