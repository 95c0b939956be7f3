import { Image } from 'antd'

interface PictureViewProps {
  readonly name: string
  /** URL of the picture. */
  readonly picture: string
  onClose(): void
}

/** A picture as a full-screen overlay. */
export const PictureView = ({ name, picture, onClose }: PictureViewProps) => (
  <Image wrapperStyle={{ display: 'none' }} alt={name}
    preview={{ visible: true, src: picture, onVisibleChange: (isVisible) => !isVisible && onClose() }} />
)
