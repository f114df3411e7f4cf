import type { SearchDocument } from '../../../index';
import { ORDER_ARTICLES } from './orders';
import { PRODUCT_ARTICLES } from './products';
import { RETURN_ARTICLES } from './returns';

/** What the knowledge base holds on the first start; afterwards its table is the truth. */
export const ARTICLES: readonly SearchDocument[] = [...RETURN_ARTICLES, ...ORDER_ARTICLES, ...PRODUCT_ARTICLES];
