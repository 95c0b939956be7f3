import { QRCode } from 'antd'
import { useText } from '../text.tsx'

/** A QR code of an address; black on white in every theme, as cameras require. */
export function ScanCode({ address }: { address: string }) {
  const { t } = useText()
  return (
    <figure className="oa-scan row second column small gap-8 line-18">
      <QRCode type="svg" value={address} size={168} color="#000000" bgColor="#ffffff" />
      <figcaption>{t('state.scan')}</figcaption>
    </figure>
  )
}
