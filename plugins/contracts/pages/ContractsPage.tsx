import { Button } from 'antd'
import { Suspense, useCallback, useState } from 'react'
import { todayOf } from '#kernel/values/dates.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { contract, daysLeft } from '../contract.ts'
import type { ContractDrawerProps } from './ContractDrawer.tsx'
import { useContractText } from './texts.ts'
import './contracts.css'

const ContractDrawer = lazyPage<ContractDrawerProps>(async () => (await import('./ContractDrawer.tsx')).ContractDrawer)

/** Contract ledger: expiring contracts are marked; each opens a drawer with terms and payments. */
export function ContractsPage() {
  const [opened, setOpened] = useState<StoredRecord>()
  const more = useCallback((record: StoredRecord) => <Row record={record} onOpen={() => setOpened(record)} />, [])
  return (
    <>
      <ResourcePage resource={contract} title={{ cn: '合同台账', en: 'Contract ledger' }} more={more} />
      {opened && (
        <Suspense>
          <ContractDrawer key={opened.id} contract={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Row({ record, onOpen }: { record: StoredRecord; onOpen(): void }) {
  const { t } = useContractText()
  return (
    <>
      <Ending record={record} />
      <Button type="link" size="small" aria-label={t('openName', { name: String(record['contractName']) })} onClick={onOpen}>
        {t('open')}
      </Button>
    </>
  )
}

/** Mark for contracts in execution that expire soon or have expired. */
function Ending({ record: { execState, expiryDate } }: { record: StoredRecord }) {
  const { t } = useContractText()
  const [today] = useState(() => todayOf(new Date()))
  const left = ['0', '1', '4'].includes(String(execState)) ? daysLeft(String(expiryDate), today) : undefined
  if (left === undefined) return null
  const text = left < 0 ? t('expired') : left === 0 ? t('endsToday') : t('endsIn', { count: left })
  return (
    <span className="oa-contract-ending">
      <Pill tone={left < 0 ? 'red' : 'orange'}>{text}</Pill>
    </span>
  )
}
