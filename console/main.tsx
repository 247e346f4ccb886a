import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { KilnError } from "../sdk/kiln-error.js";
import { router } from "./router.js";
import { Toasts } from "./shell/toasts.js";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is final. The client library has already repeated unanswered requests and 503.
      retry: (count, error) =>
        count < 2 && error instanceof KilnError && error.status >= 500 && error.status !== 503,
    },
    mutations: { retry: false },
  },
});

const root = document.querySelector("#console");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </StrictMode>,
  );
