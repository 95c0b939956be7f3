import { Button } from 'antd'
import { StateView } from '#shell/states/StateView.tsx'
import { useCentreText } from './text.ts'

/** Nothing yet, or nothing that matches. */
export function NoMessages({ hasFilters, onReset }: { hasFilters: boolean; onReset(): void }) {
  const { t } = useCentreText()
  return hasFilters
    ? (
      <StateView illustration="search" role="status" title={t('noneFound')}>
        <Button onClick={onReset}>{t('reset')}</Button>
      </StateView>
    )
    : <StateView illustration="empty" role="status" title={t('none')} text={t('noneText')} />
}
