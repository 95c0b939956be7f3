import { expect, type Locator } from '@playwright/test'

export interface DroppedFile {
  readonly name: string
  readonly text: string
}

/** Drops several files at once on an element of the page. */
export async function dropFiles(place: Locator, files: readonly DroppedFile[]): Promise<void> {
  await expect(place).toBeVisible()
  await place.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name, { type: 'text/xml' }))
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, files)
}
