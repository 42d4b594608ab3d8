export { fileOf } from './draw.ts'
export { PictureField } from './picture-field.tsx'
export type { PictureTexts } from './types.ts'
