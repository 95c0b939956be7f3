import { QRCode } from 'antd'
import { useText } from '../text.tsx'

/** An address for a telephone's camera; black on white in every theme, because cameras want it so. */
export function ScanCode({ address }: { address: string }) {
  const { t } = useText()
  return (
    <figure className="oa-scan">
      <QRCode type="svg" value={address} size={168} color="#000000" bgColor="#ffffff" />
      <figcaption>{t('state.scan')}</figcaption>
    </figure>
  )
}
