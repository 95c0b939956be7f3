import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { canRefresh } from '../permissions.ts'
import type { RefreshState } from '../wire.ts'
import { useStatisticsText } from './text.ts'

const path = '/oaserver/statistics'

/** For administrators: when every document was last counted, and counting them now. */
export function Refresh() {
  return may(canRefresh.refresh) ? <State /> : null
}

function State() {
  const { t } = useStatisticsText()
  const http = useHttp()
  const { run, isPending } = useCommand({ touches: [['statistics']] })
  const { data } = useQuery({ queryKey: ['statistics', 'refresh'],
    queryFn: () => http.get<RefreshState>(`${path}/refreshState`, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.result === 'running' ? 3000 : false) })
  if (!data) return null
  return (
    <p className="oa-quiet oa-stat-refresh">
      {t('lastRun', { at: data.lastRun ?? '—', result: data.result === null ? '' : t(`result.${data.result}`) })}
      {data.progress && ` · ${t('recounted', data.progress)}`}
      {data.result !== 'running' && (
        <Button size="small" type="link" loading={isPending} onClick={() => void run(({ post }) => post(`${path}/refresh`, {}))}>
          {t('refresh')}
        </Button>
      )}
    </p>
  )
}
