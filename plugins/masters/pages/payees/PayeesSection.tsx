import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { splitName } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { masked, type PayeeAccount, payeePath, payees, payeesQuery, usePayeeText } from './payees.ts'
import { PayeeDialog } from './PayeeDialog.tsx'
import '#shell/parts/lines.css'
import './payees.css'

/** The person's own accounts, which claims offer. */
export function PayeesSection() {
  const { t } = usePayeeText()
  const answer = useQuery(payeesQuery(useHttp()))
  const user = useRead(reads.user)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <div className="oa-lines-head">
        <p>{t('text')}</p>
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
  return <ul className="oa-lines oa-payees">{accounts.map((account) => <Account key={account.id} account={account} />)}</ul>
}

function Account({ account }: { account: PayeeAccount }) {
  const { t } = usePayeeText()
  const remove = useRemove(account)
  const { proceedsName, proceedsAccount, proceedsAccountType, currencyType, bankName, payroll } = account
  return (
    <li>
      <span>
        <strong>{proceedsName}</strong>
        <small>{bankName}</small>
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
