import { Segmented } from 'antd'
import type { Unit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

/** Amounts in yuan or in ten thousands of them. */
export function UnitSwitch({ unit, onChange }: { readonly unit: Unit; onChange(unit: Unit): void }) {
  const { t } = useStatisticsText()
  return (
    <Segmented<Unit> aria-label={t('unit')} value={unit} onChange={onChange}
      options={[{ value: 'one', label: t('one') }, { value: 'tenThousand', label: t('tenThousand') }]} />
  )
}
