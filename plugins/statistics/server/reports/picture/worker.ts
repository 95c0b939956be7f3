import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { composePicture, font } from './compose.ts'
import type { PictureAnswer, PictureSheet } from './sheet.ts'

const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
const fontFiles = [join(fonts, '400Regular', 'NotoSansSC_400Regular.ttf'), join(fonts, '600SemiBold', 'NotoSansSC_600SemiBold.ttf')]

/** Pixels per unit of the picture, for sharpness on high-density phone screens. */
const zoom = 1.6

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (sheet: PictureSheet) => parentPort?.postMessage(answerOf(sheet)))

function answerOf(sheet: PictureSheet): PictureAnswer {
  try {
    // the font's curved apostrophe is as wide as a Chinese character
    const picture = new Resvg(composePicture(sheet).replaceAll('’', "'"), { fitTo: { mode: 'zoom', value: zoom },
      font: { loadSystemFonts: false, fontFiles, defaultFontFamily: font } })
    return { png: picture.render().asPng() }
  } catch (error) {
    return { error: String(error) }
  }
}
