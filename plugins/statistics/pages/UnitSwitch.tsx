import { Segmented } from 'antd'
import type { AmountUnit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

/** Switch between yuan and ten thousand yuan. */
export function UnitSwitch({ unit, onChange }: { readonly unit: AmountUnit; onChange(unit: AmountUnit): void }) {
  const { t } = useStatisticsText()
  return (
    <Segmented<AmountUnit> aria-label={t('unit')} value={unit} onChange={onChange}
      options={[{ value: 'one', label: t('one') }, { value: 'tenThousand', label: t('tenThousand') }]} />
  )
}
