/** Kinds of pictures that are taken, as the file dialog and the server know them. */
export const pictureTypes = 'image/png,image/jpeg,image/webp'
/** Bytes that a chosen file may have. */
export const largestPicture = 20_480_000
/** Pixels of each side of what is sent. */
const side = 256

/**
 * The middle square of a picture, drawn anew and small: nothing else that was in the file goes along.
 * @throws when the file is no picture that this browser reads
 */
export async function squareOf(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const edge = Math.min(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, (picture.width - edge) / 2, (picture.height - edge) / 2, edge, edge, 0, 0, side, side)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('the picture could not be drawn'))), 'image/png')
  )
}
