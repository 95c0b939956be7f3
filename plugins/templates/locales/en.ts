import type cn from './cn.ts'

export default {
  'templates.enabledTwice': 'A template for this use, company and language is enabled. Disable it first',
  'templates.noForm': 'There is no such document type, or it can’t be printed',
  'templates.notDocx': 'Upload a .docx file',
  'templates.notXlsx': 'Upload an .xlsx file',
  'templates.largeWorkbook': 'An import template can be up to {limit} kB. Compress its pictures',
  'templates.noImport': 'There is no such import',
  'templates.noFile': 'Choose a file',
  'templates.wrong': 'Nothing was saved. Places to correct in the template: {count}',
  'templates.loses': 'Nothing was saved. Contents that the handed-out template won’t have: {count}',
  'templates.sealPicture': 'Choose a PNG or JPG picture',
  'templates.sealSize': 'The picture may have at most 2,000 pixels each way',
  'templates.titleBlank': 'A title can’t contain placeholders',
  'templates.unknownBlank': 'There is no {blank:raw}. You can use: {allowed:raw}',
  'templates.noVersion': 'There is no such version',
  'templates.sameVersion': 'This is the current version',
} satisfies Record<keyof typeof cn, string>
