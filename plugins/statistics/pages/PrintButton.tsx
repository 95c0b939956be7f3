import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useStatisticsText } from './text.ts'

/** Prints the page as it stands, without the frame of the product. */
export function PrintButton() {
  const { t } = useStatisticsText()
  return (
    <Button className="oa-stat-print" type="text" icon={<PrinterOutlined aria-hidden />} aria-label={t('print')} data-tip={t('print')}
      onClick={() => print()} />
  )
}
