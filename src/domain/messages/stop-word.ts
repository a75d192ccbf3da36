// Recognises a text by which somebody asks for no more messages.

/** Words that stop messages, in English, French and Chinese. In China, people unsubscribe from SMS by answering T or TD. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'stop stopall unsubscribe cancel end quit arret arrêt désabonner desabonner t td 退订 停止 取消订阅'.split(' '),
)
const NOT_OF_A_WORD = /[\p{P}\p{S}\p{Z}\p{C}]+/gu

/** True if the whole text is a stop word. "Please stop at the gate" must not stop messages. */
export const isStop = (text: string): boolean => STOP_WORDS.has(text.normalize('NFKC').replaceAll(NOT_OF_A_WORD, '').toLowerCase())
