import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { currencyFormat } from '#kernel/values/currency-format.ts'
import { useHttp } from '#shell/backend.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { StoredRecord } from '#shell/resource/record.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { ContractBookWire } from '../wire.ts'
import { Facts } from './Facts.tsx'
import { Payments, Supplements, Terms, Versions } from './book-tables.tsx'
import { useContractText } from './text.ts'

export interface ContractDrawerProps {
  readonly contract: StoredRecord
  onClose(): void
}

/** A contract with what the ledger keeps of it: terms, payments, supplements, versions. */
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
