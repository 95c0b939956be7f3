import { Image } from 'antd'

interface PictureViewProps {
  readonly name: string
  /** Its address. */
  readonly picture: string
  onClose(): void
}

/** A picture over the whole page. */
export const PictureView = ({ name, picture, onClose }: PictureViewProps) => (
  <Image wrapperStyle={{ display: 'none' }} alt={name}
    preview={{ visible: true, src: picture, onVisibleChange: (isVisible) => !isVisible && onClose() }} />
)
